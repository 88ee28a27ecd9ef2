import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'

const manifests = execFileSync('git', ['ls-files', 'package.json', '*/package.json'], {
  cwd: repoDir,
  encoding: 'utf8',
})
  .trim()
  .split('\n')

test('every package names one version of each library', () => {
  expect(manifests.length).toBeGreaterThan(15)
  const floating = manifests.flatMap((path) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(repoDir, path), 'utf8')) as {
      dependencies?: Record<string, string>
      devDependencies?: Record<string, string>
    }
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([name, version]) => !name.startsWith('@utter/') && !/^\d+\.\d+\.\d+/.test(version))
      .map(([name, version]) => `${path}: ${name} ${version}`)
  })
  expect(floating).toEqual([])
})
