import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const names = ['IDENTITY_KEY', 'AUDIO_SIGNING_KEY'] as const
export type Secrets = Record<(typeof names)[number], string>

/** Keys that only this machine's processes share: made once, kept for the owner's eyes; the environment's own win and are not kept. */
export async function readSecrets(dataDir: string, env: NodeJS.ProcessEnv): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json')
  const kept = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Partial<Secrets>
  const missing = names.filter((name) => !kept[name])
  for (const name of missing) kept[name] = randomBytes(32).toString('base64url')
  if (missing.length > 0) {
    await writeFile(`${file}.part`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
    await rename(`${file}.part`, file)
  }
  await chmod(file, 0o600)
  return Object.fromEntries(names.map((name) => [name, env[name] ?? kept[name] ?? ''])) as Secrets
}
