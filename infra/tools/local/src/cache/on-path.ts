import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** The path of a program that is on the PATH, or undefined. */
export async function onPath(program: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const folder of (env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, program)
    try {
      await access(path, constants.X_OK)
      return path
    } catch {
      // Not in this one.
    }
  }
  return undefined
}
