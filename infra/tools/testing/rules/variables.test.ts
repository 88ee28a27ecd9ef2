import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { services } from '@utter/contracts/flow'
import { allParts, variablesOf } from '@utter/local/processes/processes'
import { repoDir } from '@utter/local/settings'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** The rows of infra/README.md's tables: `| variables | who reads them | … |`. */
const rows = [
  ...readFileSync(join(repoDir, 'infra/README.md'), 'utf8').matchAll(/^\| (`[A-Z][A-Z_, `]*`) \| ([^|]+) \|/gm),
].map(([, variables = '', readers = '']) => ({
  variables: [...variables.matchAll(/[A-Z][A-Z_]+/g)].map(([name]) => name),
  readers: readers.split(', ').flatMap(processesOf),
}))

function processesOf(readers: string): string[] {
  const [group, except] = readers.trim().split(' but ')
  const named =
    group === 'every process' ? Object.keys(allParts) : group === 'every service' ? [...services] : [group ?? '']
  return named.filter((name) => name !== except)
}

const toldOf = (name: string) =>
  [...new Set(rows.filter(({ readers }) => readers.includes(name)).flatMap(({ variables }) => variables))].sort()

describe.each(Object.keys(allParts))('%s', (name) => {
  test('infra/README.md has a row for each variable of its Config, and names it as a reader of no other', () => {
    expect(toldOf(name)).toEqual(variablesOf(name).sort())
  })
})

test('infra/README.md has a row for each variable that a tool reads', () => {
  const ofTheSystem = new Set(['PATH', 'HOME', 'CI', 'NODE_ENV', 'NO_COLOR'])
  const read = sourceFiles()
    .filter(({ path }) => /^infra\/(?!tools\/bench\/src\/programs\/)/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)].map(([, variable = '']) => ({ path, variable })),
    )
  const documented = new Set(rows.flatMap(({ variables }) => variables))
  expect(read.filter(({ variable }) => !documented.has(variable) && !ofTheSystem.has(variable))).toEqual([])
})
