# The gateway with its console. Everything is pinned by package-lock.json, the Node too.
FROM node:26-trixie-slim AS build
WORKDIR /turnpike
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY console/package.json console/
COPY e2e/package.json e2e/
RUN npm install --no-save --ignore-scripts
COPY . .
RUN node scripts/build.mjs

# What the gateway itself needs, and the pinned Node. Packages that the built server does not hold are loaded as they are.
FROM node:26-trixie-slim AS runtime
WORKDIR /turnpike
COPY package.json package-lock.json .npmrc LICENSE ./
COPY contract/package.json contract/
COPY contract/src/catalogues/built-in-models.json contract/src/catalogues/
COPY server/package.json server/
COPY console/package.json console/
COPY e2e/package.json e2e/
RUN npm install --no-save --ignore-scripts --omit=dev \
    --workspace=server --workspace=contract --include-workspace-root
COPY --from=build /turnpike/console/dist console/dist
COPY --from=build /turnpike/server/dist server/dist

FROM debian:trixie-slim
WORKDIR /turnpike
COPY --from=runtime /turnpike ./
# The one writable folder: database, key file, outbox. Any user may run the container: a number given
# by `--user` is in group 0, which may write here.
RUN ln -s /turnpike/node_modules/.bin/node /usr/local/bin/node \
 && mkdir -m 0770 /data && chown 10001:0 /data
VOLUME /data
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 HOST=0.0.0.0 PORT=3000 TURNPIKE_DATA_DIR=/data
USER 10001:0
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The flags are those of scripts/child.mjs.
CMD ["node", "--max-semi-space-size=8", "--single-threaded-gc", "--no-incremental-marking", "--no-allocation-site-pretenuring", "--no-async-context-frame", "--disable-warning=ExperimentalWarning", "server/dist/current/main.js"]
