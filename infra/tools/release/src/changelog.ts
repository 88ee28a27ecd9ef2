/** The heading above what no release has yet. */
const unreleased = '## Next'

/** A release that is refused, with the reason in words for the terminal. */
export class ReleaseError extends Error {
  override name = 'ReleaseError'
}

/** The lines under a heading of the second level, without empty ones around them; undefined where there is none. */
function notesUnder(changelog: string, heading: string): string | undefined {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line === heading || line.startsWith(`${heading} (`))
  if (start < 0) return undefined
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '))
  return lines
    .slice(start + 1, length < 0 ? undefined : start + 1 + length)
    .join('\n')
    .trim()
}

/** The notes of a version, for its operators. @throws ReleaseError when the changelog has nothing of it */
export function notesOf(changelog: string, version: string): string {
  const notes = notesUnder(changelog, `## ${version}`)
  if (!notes) throw new ReleaseError(`CHANGELOG.md says nothing of ${version}.`)
  return notes
}

/**
 * The changelog in which what came since the last version is that of a new one.
 * @param day of the release, as YYYY-MM-DD
 * @throws ReleaseError when nobody has written what is new, or the version is there already
 */
export function releasedChangelog(changelog: string, version: string, day: string): string {
  if (notesUnder(changelog, `## ${version}`) !== undefined)
    throw new ReleaseError(`CHANGELOG.md has a part on ${version} already.`)
  if (!notesUnder(changelog, unreleased))
    throw new ReleaseError(
      `CHANGELOG.md has nothing under "${unreleased}": write what is new, and what an operator must do.`,
    )
  return changelog.replace(`${unreleased}\n`, `${unreleased}\n\n## ${version} (${day})\n`)
}
