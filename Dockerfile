# The stand-in in a container: docs/guides/run-it-for-a-team.md says how to use it.
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-slim AS package
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /

FROM node:${NODE_VERSION}-slim AS installation
WORKDIR /plenum
COPY --from=package /plenum-*.tgz /
# pg is what --store postgres:// needs.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc echo '{"private":true}' >package.json \
  && npm install --omit=dev --ignore-scripts --no-audit --no-fund /plenum-*.tgz pg@8

FROM node:${NODE_VERSION}-slim
COPY --from=installation /plenum /plenum
# Other containers reach it. Without --data, records are in the folder `data` of this one, which the volume keeps.
ENV PLENUM_HOST=0.0.0.0 PLENUM_PORT=4000
RUN mkdir /data && chown 1000:1000 /data
VOLUME /data
WORKDIR /
USER 1000:1000
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PLENUM_PORT}/`, { headers: { accept: 'application/json' } }).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Node.js is the first process and gets the signals; serve ends by them.
ENTRYPOINT ["node", "/plenum/node_modules/plenum/dist/src/cli/main.js"]
CMD ["serve"]
