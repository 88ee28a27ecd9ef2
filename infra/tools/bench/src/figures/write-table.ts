import { readKnown, readResults, withRuns, writeKnown } from './known.ts'
import { writeReadme } from './readme-table.ts'

/**
 * Takes the rows of results files into the known figures, and makes the README's table of them.
 * @param order the names of all rows
 * @throws StartError for a file that is none of a full run
 */
export async function writeTable(files: string[], order: string[]): Promise<void> {
  const results = await Promise.all(files.map(readResults))
  const byTime = results.toSorted((a, b) => a.machine.at.localeCompare(b.machine.at))
  const known = withRuns(await readKnown(), byTime, order)
  await writeKnown(known)
  await writeReadme(known)
}
