# Khata in a container: docs/operate/containers.md says how to use it, docs/decisions/0140-container-image.md why it is made so.
# BASE is a Debian or Ubuntu with Python 3.11 or newer.
ARG BASE=docker.io/library/debian:trixie-slim

FROM ${BASE} AS build
RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends python3-venv
WORKDIR /khata
COPY requirements/prod.txt requirements/
RUN python3 -m venv .venv \
    && .venv/bin/pip install --quiet --no-cache-dir --disable-pip-version-check --no-input \
        --require-hashes --only-binary :all: --requirement requirements/prod.txt \
    && .venv/bin/pip uninstall --quiet --yes setuptools pip
COPY . .
RUN .venv/bin/python -m compileall -q games ledger scripts

FROM ${BASE}
# Python; what WeasyPrint loads for PDF sheets; pg_dump and pg_restore, for backups of PostgreSQL; and tini, the first
# process, which passes signals on.
RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends \
        libharfbuzz-subset0 libpango-1.0-0 libpangoft2-1.0-0 postgresql-client python3 tini \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb \
    && groupadd --gid 10001 khata \
    && useradd --uid 10001 --gid khata --no-create-home --home-dir /data --shell /usr/sbin/nologin khata \
    && install --directory --owner khata --group khata --mode 0700 /data
COPY --from=build /khata /khata
WORKDIR /khata
ENV PATH=/khata/.venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    LEDGER_DATA_DIR=/data LEDGER_ALLOWED_HOSTS=localhost BIND=0.0.0.0 PORT=8000
USER 10001:10001
VOLUME /data
EXPOSE 8000
# Before an update of the database the start makes a backup, which takes minutes if the database is large.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m --retries=3 CMD ["python", "-c", "import http.client, os, sys; \
site = http.client.HTTPConnection('127.0.0.1', int(os.environ['PORT'])); \
site.request('GET', '/healthz'); sys.exit(site.getresponse().status != 200)"]
ENTRYPOINT ["tini", "--"]
CMD ["python", "-m", "scripts.serve"]
