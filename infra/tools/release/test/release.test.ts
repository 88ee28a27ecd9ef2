import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { openFolder } from '@utter/testing/open-folder'
import { expect, onTestFinished, test } from 'vitest'
import { makeRelease } from '../src/release.ts'

const day = '2027-01-31'

/** A checkout with the files of this one that have a version, committed. */
async function openCheckout(news = '- Something new.\n') {
  const folder = await openFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const root = folder.path
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(repoDir, file), join(root, file))
  mkdirSync(join(root, 'k8s/chart'), { recursive: true })
  copyFileSync(join(repoDir, 'k8s/chart/Chart.yaml'), join(root, 'k8s/chart/Chart.yaml'))
  cpSync(join(repoDir, 'k8s/overlays'), join(root, 'k8s/overlays'), { recursive: true })
  writeFileSync(join(root, 'CHANGELOG.md'), `# Changelog\n\n## Next\n\n${news}\n## 0.9.0 (2026-11-26)\n\nThe first.\n`)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'a test')
  git('config', 'user.email', 'test@example.com')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'before')
  return { root, git, read: (path: string) => readFileSync(join(root, path), 'utf8') }
}

test('a release is a commit with the number in each file that has it, a part of the changelog, and a tag with the notes', async () => {
  const { root, git, read } = await openCheckout()
  expect(makeRelease({ version: '1.2.0', day, root })).toBe('- Something new.')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '-1', '--format=%s')).toBe('Version 1.2.0')
  expect(git('describe')).toBe('v1.2.0')
  expect(git('tag', '--list', '--format=%(contents)', 'v1.2.0')).toBe('Utter 1.2.0\n\n- Something new.')
  expect(JSON.parse(read('package.json')).version).toBe('1.2.0')
  const lock = JSON.parse(read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual(['1.2.0', '1.2.0'])
  // Nothing else of the lock file has another version.
  expect(git('show', '--numstat', '--format=', 'HEAD', '--', 'package-lock.json')).toMatch(/^2\t2\t/)
  const production = read('k8s/overlays/production/kustomization.yaml')
  const tags = [...production.matchAll(/newName: \S+, newTag: (\S+) /g)].map(([, tag]) => tag)
  expect(tags.length).toBeGreaterThan(8)
  expect(new Set(tags)).toEqual(new Set(['1.2.0']))
  expect(read('k8s/chart/Chart.yaml')).toMatch(/^version: 1\.2\.0\nappVersion: 1\.2\.0$/m)
  expect(read('CHANGELOG.md')).toBe(
    `# Changelog\n\n## Next\n\n## 1.2.0 (${day})\n\n- Something new.\n\n## 0.9.0 (2026-11-26)\n\nThe first.\n`,
  )
})

test.each([
  ['a number that is none', 'v1.2', /^v1\.2 is no version, such as \d+\.\d+\.0\.$/],
  ['one that is older', '0.0.1', /^0\.0\.1 does not come after /],
])('%s is refused, and nothing has changed', async (_, version, sentence) => {
  const { root, git } = await openCheckout()
  expect(() => makeRelease({ version, day, root })).toThrow(sentence)
  expect([git('status', '--porcelain'), git('tag'), git('log', '--format=%s')]).toEqual(['', '', 'before'])
})

test('changes that are not committed, news that nobody wrote, and a tag that is there already are refused', async () => {
  const silent = await openCheckout('')
  expect(() => makeRelease({ version: '1.2.0', day, root: silent.root })).toThrow(/has nothing under "## Next"/)
  const { root, git } = await openCheckout()
  git('tag', 'v1.2.0')
  expect(() => makeRelease({ version: '1.2.0', day, root })).toThrow(/There is a tag v1\.2\.0 already/)
  writeFileSync(join(root, 'README.md'), 'new')
  expect(() => makeRelease({ version: '1.3.0', day, root })).toThrow(/not committed/)
})
