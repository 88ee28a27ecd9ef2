import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { resolveImport, sourceFiles } from './source-files.ts'

const files = sourceFiles()

/** The rooms of a service, from below: each imports of its own service the named ones alone, types included. */
const serviceRooms: Record<string, string[]> = {
  // Rules without input or output.
  domain: [],
  text: [],
  audio: [],
  metrics: [],
  config: ['domain'],
  operations: ['domain'],
  store: ['domain'],
  clients: ['domain'],
  publishes: ['domain'],
  // Vendors: what they need of the environment they read by its type.
  engines: ['domain', 'audio'],
  providers: ['domain', 'text', 'audio', 'engines', 'config'],
  stripe: ['domain', 'store', 'config'],
  streams: ['domain', 'clients'],
  // The types of what main has opened, of any room below the doors.
  deps: ['domain', 'store', 'clients', 'engines', 'stripe', 'lifecycle', 'deliveries', 'mails', 'streams', 'requests'],
  deliveries: ['domain', 'store', 'publishes', 'config', 'deps'],
  mails: ['domain', 'store', 'clients', 'config', 'deps'],
  lifecycle: ['domain', 'store', 'clients', 'publishes', 'stripe', 'metrics', 'deps'],
  views: ['domain', 'store', 'clients', 'deps'],
  requests: ['domain', 'store', 'stripe', 'lifecycle', 'operations', 'views', 'metrics', 'deps'],
  consumes: ['domain', 'store', 'publishes', 'lifecycle', 'deliveries', 'metrics', 'deps'],
  routes: [
    ...['domain', 'store', 'stripe', 'lifecycle', 'deliveries', 'mails', 'streams'],
    ...['requests', 'operations', 'views', 'deps'],
  ],
  app: ['routes', 'consumes', 'deps'],
  'build-indexes': ['store'],
  'check-voice': ['providers'],
  main: [
    ...['app', 'config', 'deps', 'domain', 'store', 'clients', 'publishes', 'engines', 'providers', 'stripe'],
    ...['lifecycle', 'deliveries', 'mails', 'streams', 'requests', 'metrics'],
  ],
}

/** The rooms of the gateway. */
const gatewayRooms: Record<string, string[]> = {
  config: [],
  cookies: [],
  limits: [],
  entrance: [],
  auth: ['cookies', 'limits', 'entrance'],
  proxy: ['cookies', 'limits', 'entrance', 'auth'],
  'request-log': ['auth'],
  pages: ['cookies', 'limits', 'entrance', 'auth'],
  'api-docs': ['entrance', 'pages'],
  status: [],
  app: ['config', 'cookies', 'limits', 'entrance', 'auth', 'proxy', 'request-log', 'pages', 'api-docs', 'status'],
  main: ['app', 'config', 'limits', 'request-log'],
}

/** The room of a file: its folder below `src`, or its own name in the root. */
const roomOf = (path: string) => /^(?:services\/[\w-]+|gateway)\/src\/([\w-]+)/.exec(path)?.[1] ?? ''
const importsOf = (folder: RegExp) =>
  files
    .filter(({ path }) => folder.test(path))
    .flatMap((file) =>
      file.imports
        .filter((one) => one.startsWith('.'))
        .map((one) => ({ from: file.path, to: resolveImport(file, one) }))
        .filter(({ from, to }) => roomOf(from) !== roomOf(to)),
    )

describe.each([
  ['a service', /^services\/[\w-]+\/src\//, serviceRooms],
  ['the gateway', /^gateway\/src\//, gatewayRooms],
])('in %s', (_, folder, rooms) => {
  test('a room imports those below it alone', () => {
    const upward = importsOf(folder).filter(({ from, to }) => !rooms[roomOf(from)]?.includes(roomOf(to)))
    expect(upward.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
  test('every room has its place in that order, and none is without a file', () => {
    const found = new Set(files.filter(({ path }) => folder.test(path)).map(({ path }) => roomOf(path)))
    expect([...found].sort()).toEqual(Object.keys(rooms).sort())
  })
})

test('no room of those orders builds on one that comes after it, but deps, which names types', () => {
  for (const rooms of [serviceRooms, gatewayRooms]) {
    const order = Object.keys(rooms)
    const after = order.flatMap((room, index) =>
      (rooms[room] ?? [])
        .filter((below) => room !== 'deps' && order.indexOf(below) >= index)
        .map((below) => [room, below]),
    )
    expect(after).toEqual([])
  }
})

test('the root of a service holds main, app, config, deps, build-indexes and metrics alone; of speech a command too', () => {
  const allowed =
    /^((services\/[\w-]+|gateway)\/src\/(main|app|config|deps|build-indexes|metrics)|services\/speech\/src\/check-voice)\.ts$/
  const loose = files.filter(
    ({ path }) => /^(services\/[\w-]+|gateway)\/src\/[\w-]+\.ts$/.test(path) && !allowed.test(path),
  )
  expect(loose.map(({ path }) => path)).toEqual([])
})

const maxFiles = 20
test(`no folder has more than ${maxFiles} files: it has more than one subject by then`, () => {
  const counts = new Map<string, number>()
  for (const { path } of files) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > maxFiles)).toEqual([])
})
