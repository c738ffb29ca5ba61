// Asks the person to decide: the series has changed at the site, or the site refuses a change. The screen is the page
// templates/pocket/decide.html of the site in this phone. Nothing is dropped before a button is pressed.

let onScreen = "";

export async function decide({ why, key, series, left, problems }, screen) {
  const what = JSON.stringify([why, key, series, left]);
  if (onScreen === what) return;
  onScreen = what;
  const { sends } = screen;
  const { rows = [] } = sends.rowsOf(series) ?? {};
  const changes = sends.changes().filter((change) => change.series === series);
  const drop = [];
  let right; // the keys of this phone's hands that replace those of the site
  if (why === "conflict") {
    // One question for each hand that both sides have: perhaps both have written down the whole evening.
    right = [];
    for (const change of met(changes, rows)) {
      const choice = await ask({ why, changes, rows, keys: [change.key], faults: {} }, screen);
      if (choice === "same") drop.push(change.key);
      if (choice === "mine") right.push(change.key);
    }
  } else {
    const faults = left ?? [{ key, problems }];
    const keys = faults.map((fault) => fault.key);
    const choice = await ask({ why, changes, rows, keys, faults: Object.fromEntries(faults.map((f) => [f.key, f.problems])) }, screen);
    if (choice === "without") drop.push(...keys);
    else return end(() => sends.woken());
  }
  end(() => sends.chosen(series, drop, right));

  function end(tell) {
    onScreen = "";
    [screen.question.hidden, screen.frame.hidden] = [true, false];
    tell();
  }
}

// Returns the changes that record a hand which was also recorded at the site, after the version that this phone knew. If
// there is none, returns the first change.
function met(changes, rows) {
  const seen = Math.min(...changes.filter(({ number }) => number).map(({ base_version: version }) => version));
  const events = rows.filter(({ model }) => model === "series.event").map(({ fields }) => fields);
  const theirs = events.filter(({ kind, number }) => kind === "recorded" && number > seen).map((event) => event.hand_number);
  const found = changes.filter(({ kind, hand }) => kind === "recorded" && theirs.includes(hand));
  return found.length ? found : changes.slice(0, 1);
}

async function ask(details, { phone, question, frame, save }) {
  const answer = await (await phone()).ask("answer", {
    method: "POST",
    address: `/pocket/decide/${details.changes[0].series}/`,
    headers: { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang },
    body: new TextEncoder().encode(JSON.stringify(details)).buffer,
  });
  if (answer.status !== 200) throw new Error(`The question cannot be shown: ${answer.status}`);
  question.innerHTML = new TextDecoder().decode(answer.body);
  [question.hidden, frame.hidden] = [false, true];
  question.querySelector("h1").focus();
  return new Promise((resolve) => {
    question.onclick = ({ target }) => {
      const choice = target.closest("button")?.value;
      if (choice === "file") save();
      else if (choice) resolve(choice);
    };
  });
}
