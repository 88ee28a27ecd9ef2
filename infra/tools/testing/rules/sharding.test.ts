import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

test('the page on several replica sets says of every collection whether it can be sharded, and by which key', () => {
  const page = readFileSync(join(repoDir, 'infra/operating/sharding.md'), 'utf8')
  const collections = sourceFiles().flatMap(({ path, text }) => {
    const service = /^services\/([\w-]+)\//.exec(path)?.[1]
    return [...text.matchAll(/(?:openModel|openNoted)\(connection, '([\w-]+)'/g)].map(([, name = '']) => ({
      service,
      name,
    }))
  })
  expect(collections.length).toBeGreaterThan(20)
  // Collections of the shared package are in the databases of several services.
  const missing = collections.filter(({ service, name }) => !page.includes(service ? `\`${service}.${name}\`` : name))
  expect(missing).toEqual([])
})
