// A guest is known to the site by this phone alone. Once the session has ended, what the phone got with the rows brings the
// guest back (ledger/pocket/views.py). True if it did.
export async function goOnAs({ wayBack }) {
  const answer = await fetch("/pocket/here/", { cache: "no-store" });
  const { csrf } = await answer.json();
  const body = new URLSearchParams({ way_back: wayBack });
  const { ok } = await fetch("/pocket/guest/", { method: "POST", headers: { "X-CSRFToken": csrf }, body });
  return ok;
}
