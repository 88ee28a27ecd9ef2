import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const exported = /^export (?:async )?(?:function\*?|const|class|type|interface)\s+(\w+)/gm
const files = sourceFiles().map(({ path, text }) => ({
  path,
  names: [...new Set([...text.matchAll(exported)].map(([, name = '']) => name))],
}))
const packageOf = (path: string) => /^(infra\/\w+\/[\w-]+|services\/[\w-]+|gateway|web)\//.exec(path)?.[1] ?? ''

/** The files that an event names: its publisher, its consumer and its update are called as it is. */
const isOfAnEvent = (path: string) => /\/(consumes|publishes)\/|\/store\/step-updates\.ts$/.test(path)
/** The files of one name that more than one of `found` exports. */
const repeated = (found: typeof files) => {
  const byName = Map.groupBy(
    found.flatMap(({ path, names }) => names.map((name) => ({ name, path }))),
    ({ name }) => name,
  )
  return [...byName].flatMap(([name, all]) => (all.length > 1 ? [`${name}: ${all.map(({ path }) => path)}`] : []))
}

test.each([
  ...new Set(
    files.map(({ path }) => packageOf(path)).filter((name) => /^(infra\/packages|services|gateway|web)/.test(name)),
  ),
])('%s exports each name for one thing', (name) => {
  expect(repeated(files.filter(({ path }) => packageOf(path) === name && !isOfAnEvent(path)))).toEqual([])
})

/** Packages whose names every service may import; the web app imports those of contracts alone. */
const shared = [
  'contracts',
  'http',
  'manuscripts',
  'messaging',
  'provenance',
  'runtime',
  'storage',
  'telemetry',
  'text',
  'worker',
]
test.each([
  ['a service', /^(services|gateway)\//, shared],
  ['the web app', /^web\//, ['contracts']],
])('%s has no other thing under a name of the packages', (_, folder, packages) => {
  const names = new Map(
    files
      .filter(({ path }) => packages.some((name) => path.startsWith(`infra/packages/${name}/`)))
      .flatMap(({ path, names: all }) => all.map((name) => [name, path])),
  )
  const taken = files
    .filter(({ path }) => folder.test(path) && !isOfAnEvent(path))
    .flatMap(({ path, names: all }) =>
      all.filter((name) => names.has(name)).map((name) => `${name}: ${path}, ${names.get(name)}`),
    )
  expect(taken).toEqual([])
})
