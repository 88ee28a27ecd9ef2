import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fetchOnce } from '@utter/local/cache/fetch'
import { runTool } from '@utter/local/cache/run-tool'
import { findPython, noPython } from '@utter/local/models/python-package'
import type { Report } from '@utter/local/report'

type Options = { cacheDir: string; report: Report }

/** The command, and the variables by which it finds the packages. */
export type PythonEnvironment = { python: string; env: Record<string, string> }

/**
 * Python with the packages that a requirements file names, fetched once for each version of that file, and for it alone: what else is
 * installed on the machine stays as it is.
 * @throws Error without a Python 3 that has pip
 */
export async function preparePython(requirements: string, { cacheDir, report }: Options): Promise<PythonEnvironment> {
  const name = basename(requirements, '.txt')
  const python = await findPython()
  if (!python) throw new Error(`Python's ${name} is missing: ${noPython}`)
  const release = await runTool(python, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'])
  const sum = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
    .slice(0, 12)
  const version = `${sum}-python${release.trim()}`
  const folder = await fetchOnce({
    ...{ cacheDir, name: `python-${name}`, version, label: `${name} for Python`, report },
    make: async (dir) => {
      await runTool(python, ['-m', 'pip', 'install', ...quietly, '--target', dir, '--requirement', requirements])
    },
  })
  const { PATH = '' } = process.env
  return { python, env: { PATH, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' } }
}

/** Wheels alone, so that no code of a package runs while it is installed. */
const quietly = ['--only-binary', ':all:', '--disable-pip-version-check', '--no-input', '--progress-bar', 'off']
