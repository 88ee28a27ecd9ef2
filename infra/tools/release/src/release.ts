import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import { notesOf, ReleaseError, releasedChangelog } from './changelog.ts'

export type Release = {
  version: string
  /** As YYYY-MM-DD. */
  day: string
  root: string
}

/** Files of a checkout that have its version, each with its text for another. */
const versioned: Record<string, (text: string, version: string) => string> = {
  'package.json': (text, version) => withVersion(text, version, 1),
  // Its first two: the lock file's own, and that of the root.
  'package-lock.json': (text, version) => withVersion(text, version, 2),
  'k8s/chart/Chart.yaml': (text, version) => text.replace(/^(version|appVersion): .+$/gm, `$1: ${version}`),
}
const withVersion = (text: string, version: string, times: number): string => {
  let left = times
  return text.replace(/^( {2,6}"version": ")[^"]+(",)$/gm, (line, before, after) =>
    left-- > 0 ? `${before}${version}${after}` : line,
  )
}
/** The overlays for several machines take images by their version; the one of one machine takes those that were built on it. */
const withTags = (text: string, version: string): string =>
  text.replace(/(newName: [^\s,]+\/utter\/[\w-]+, newTag: )[\w.+-]+/g, `$1${version}`)

/**
 * Makes a version of what is checked out: the changelog's part, the version in every file that has it, a commit and a tag with the notes.
 * Nothing leaves this machine.
 * @returns the notes. @throws ReleaseError when the version cannot be, with nothing changed
 */
export function makeRelease({ version, day, root }: Release): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const before: string = JSON.parse(read('package.json')).version
  if (semver.valid(version) !== version)
    throw new ReleaseError(`${version} is no version, such as ${semver.inc(before, 'minor')}.`)
  if (!semver.gt(version, before)) throw new ReleaseError(`${version} does not come after ${before}.`)
  if (git('status', '--porcelain')) throw new ReleaseError('There are changes that are not committed.')
  if (git('tag', '--list', `v${version}`)) throw new ReleaseError(`There is a tag v${version} already.`)
  const changelog = releasedChangelog(read('CHANGELOG.md'), version, day)
  const overlays = readdirSync(join(root, 'k8s/overlays')).map((name) => `k8s/overlays/${name}/kustomization.yaml`)
  const written = new Map([
    ['CHANGELOG.md', changelog],
    ...Object.entries(versioned).map(([path, change]) => [path, change(read(path), version)] as const),
    ...overlays.map((path) => [path, withTags(read(path), version)] as const),
  ])
  for (const [path, text] of written) writeFileSync(join(root, path), text)
  const notes = notesOf(changelog, version)
  git('commit', '--all', '--quiet', '--message', `Version ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Utter ${version}\n\n${notes}`)
  return notes
}
