import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { classPath, findJava, quickJvm } from '@utter/local/backing/java'
import { copyJars, jarsOf } from '@utter/local/backing/maven'
import { fetchOnce } from '@utter/local/cache/fetch'
import { readSettings } from '@utter/local/settings'

const version = '5.3.0'

type Report = { messages: { ID: string; severity: string; message: string; locations: { path: string }[] }[] }

/**
 * Errors and warnings that EPUBCheck, W3C's own checker, finds in a book, a line each. It is fetched once, by Maven (35 MB), for tests alone, and runs
 * for some seconds.
 */
export async function faultsOfEpub(book: Buffer): Promise<string[]> {
  const { env, cacheDir } = readSettings(process.env)
  const { path: java } = await findJava(env)
  const fetched = await fetchOnce({
    ...{ cacheDir, name: 'epubcheck', version, label: `EPUBCheck ${version}`, report: console.log },
    make: (tmpDir, note) =>
      copyJars({ cacheDir, tmpDir, env, note, jars: [`org.w3c:epubcheck:${version}`], sums: 'epubcheck.sha256' }),
  })
  const folder = await mkdtemp(join(tmpdir(), 'utter-epub-'))
  try {
    const [file, report] = [join(folder, 'book.epub'), join(folder, 'report.json')]
    await writeFile(file, book)
    const classes = classPath(await jarsOf(join(fetched, 'lib')))
    const main = ['com.adobe.epubcheck.tool.Checker', file, '--json', report, '--quiet']
    // Its status is 1 for a book with faults, which the report has.
    await new Promise((resolve) => execFile(java, ['-Xmx256m', ...quickJvm, '-cp', classes, ...main], resolve))
    const { messages } = JSON.parse(await readFile(report, 'utf8')) as Report
    return messages
      .filter(({ severity }) => ['FATAL', 'ERROR', 'WARNING'].includes(severity))
      .map(({ ID, severity, message, locations }) => `${severity} ${ID} ${locations[0]?.path}: ${message}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}
