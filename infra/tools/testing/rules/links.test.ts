import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: repoDir,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path && existsSync(join(repoDir, path)))

test('every link of a page leads to a file', () => {
  expect(pages.length).toBeGreaterThan(20)
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(repoDir, page), 'utf8').matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(repoDir, dirname(page), target)))
      .map((target) => `${page} → ${target}`),
  )
  expect(broken).toEqual([])
})
