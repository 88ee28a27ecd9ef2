import { mkdir, symlink } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { reportOn } from '../report.ts'
import { modelNames } from './model-names.ts'
import { prepareModels } from './prepare-models.ts'

// `fetch-models.ts FOLDER`: the voices and the chat model in a folder, for an image. A missing one fails the program.
const cacheDir = resolve(process.argv[2] ?? '.')
await mkdir(cacheDir, { recursive: true })
const { PATH } = process.env
const { chatModelPath, ...dirs } = await prepareModels({ cacheDir, env: { PATH }, report: reportOn(process.stdout) })
const fetched = { ...dirs, ...(chatModelPath && { chatModelDir: dirname(chatModelPath) }) }
for (const [model, name] of Object.entries(modelNames)) {
  const dir = fetched[model as keyof typeof modelNames]
  if (dir) await symlink(relative(cacheDir, dir), resolve(cacheDir, name))
  else process.exitCode = 1
}
