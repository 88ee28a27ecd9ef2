import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { services } from '@utter/contracts/flow'
import { repoDir } from '@utter/local/settings'
import { describe, expect, test } from 'vitest'
import { resolveImport, sourceFiles } from './source-files.ts'

const files = sourceFiles()
/** Files of a service's folder that none of `importers` imports. */
const unwired = (folder: string, importers: RegExp) => {
  const imported = new Set(
    files
      .filter(({ path }) => importers.test(path))
      .flatMap((file) => file.imports.map((one) => resolveImport(file, one))),
  )
  return files.map(({ path }) => path).filter((path) => path.startsWith(folder) && !imported.has(path))
}

describe.each([...services])('%s', (service) => {
  const app = new RegExp(`^services/${service}/src/app\\.ts$`)
  test('its app.ts registers every file of routes/', () => {
    expect(unwired(`services/${service}/src/routes/`, app)).toEqual([])
  })
  test('every file of routes/ has its test, under the same name', () => {
    const tests = files
      .map(({ path }) => path)
      .filter((path) => path.startsWith(`services/${service}/src/routes/`))
      .map((path) => path.replace('/src/routes/', '/test/routes/').replace(/\.ts$/, '.test.ts'))
    expect(tests.filter((path) => !existsSync(join(repoDir, path)))).toEqual([])
  })
  test('its app.ts registers every file of consumes/', () => {
    expect(unwired(`services/${service}/src/consumes/`, app)).toEqual([])
  })
  test('every file of publishes/ is used', () => {
    expect(unwired(`services/${service}/src/publishes/`, new RegExp(`^services/${service}/src/`))).toEqual([])
  })
})

test('every vendor of voices has a test under the same name that runs the suite of all vendors', () => {
  const folder = 'services/speech/src/providers/'
  const opening = files.filter(({ path }) => [`${folder}open.ts`, `${folder}open-local.ts`].includes(path))
  // These take vendors, serve them, or have another place for the voices of one, and are none.
  const vendors = opening
    .flatMap(({ imports }) => imports)
    .filter((path) => /^\.\/(?!open-local|all-voices|with-vendors|traced|outside\/|dropped\/)/.test(path))
  expect(vendors.length).toBeGreaterThan(2)
  const runsSuite = (vendor: string) => {
    const path = join(repoDir, 'services/speech/test/providers', vendor.replace(/\.ts$/, '.test.ts'))
    return existsSync(path) && /^providerSuite\(/m.test(readFileSync(path, 'utf8'))
  }
  expect(vendors.filter((vendor) => !runsSuite(vendor))).toEqual([])
})
