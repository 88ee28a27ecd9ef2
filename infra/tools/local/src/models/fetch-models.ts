import { mkdir, symlink } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { reportOn } from '../report.ts'
import { modelNames } from './model-names.ts'
import { prepareModels } from './prepare-models.ts'

// `fetch-models.ts FOLDER`: the voices and the chat model in a folder, for an image. A missing one fails the program.
const cacheDir = resolve(process.argv[2] ?? '.')
await mkdir(cacheDir, { recursive: true })
// An image of 1.1 GB more is a choice of its own.
const env = { PATH: process.env.PATH, LOCAL_CHAT_MODEL: 'small' }
const { chatModelPath, ...dirs } = await prepareModels({ cacheDir, env, report: reportOn(process.stdout) })
const fetched = { ...dirs, ...(chatModelPath && { chatModelDir: dirname(chatModelPath) }) }
for (const [model, name] of Object.entries(modelNames)) {
  const dir = fetched[model as keyof typeof modelNames]
  if (dir) await symlink(relative(cacheDir, dir), resolve(cacheDir, name))
  else process.exitCode = 1
}
