# Guichê as a container, for amd64 and arm64: no step depends on the architecture.
# Debian, not Alpine: the embedded PostgreSQL needs glibc.
ARG NODE_IMAGE=node:22-bookworm-slim

# All packages, to build with. Installed as `npm start` installs them, also where the registry lacks some for other
# platforms and `npm ci` alone would refuse.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/prepare.mjs ./scripts/
RUN node --input-type=module --eval "import { prepare } from './scripts/prepare.mjs'; await prepare({ withBuild: false });"
COPY . .
RUN npm run build
RUN npm prune --omit=dev --no-audit --no-fund

# Only what runs.
FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=64 \
    HOST=0.0.0.0 \
    PORT=3000 \
    GUICHE_DATA_DIR=/data
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY migrations ./migrations
# Written only without DATABASE_URL (the embedded PostgreSQL) or without GUICHE_SECRET_KEY (the generated key).
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# A worker without the role api answers on GUICHE_METRICS_PORT alone. A long migration counts as starting.
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.GUICHE_METRICS_PORT || process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Twice Node's room for objects that live shortly (docs/decisions/0023): what is under way need not be copied so often.
CMD ["node", "--max-semi-space-size=32", "dist/main.js"]
