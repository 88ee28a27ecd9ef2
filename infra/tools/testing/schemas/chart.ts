import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repoDir } from '@utter/local/settings'
import { printed, renderedOverlay, validateRendered } from './rendered.ts'
import { differencesOf } from './same-objects.ts'
import { supportedVersions } from './supported.ts'

const { fetch } = parseArgs({ options: { fetch: { type: 'boolean', default: false } } }).values
const helm = process.env.HELM ?? 'helm'
if (spawnSync(helm, ['version']).error) {
  console.error(`There is no program ${helm}: HELM names it.`)
  process.exit(2)
}
const chart = join(repoDir, 'k8s/chart')
const newest = supportedVersions().find(({ name }) => name === 'Kubernetes')?.newest ?? ''
const examples = readdirSync(join(chart, 'ci')).map((file) => ({
  name: file,
  given: ['--values', join(chart, 'ci', file)],
}))
const rendered = [{ name: 'default values', given: [] as string[] }, ...examples].map(({ name, given }) => {
  const options = ['--namespace', 'utter', '--kube-version', newest, ...given]
  const { status } = spawnSync(helm, ['lint', '--strict', '--quiet', chart, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
  const text = printed(helm, 'template', 'utter', chart, ...options)
  return { name: `chart, ${name}`, text }
})
const overlay = renderedOverlay('managed')
const { count, different } = differencesOf(rendered[0]?.text ?? '', overlay.text)
if (different.length > 0) {
  console.error(`The chart and overlays/${overlay.name} differ: ${different.join(', ')}`)
  process.exitCode = 1
} else console.log(`The chart's ${count} objects by default values are those of overlays/${overlay.name}`)
validateRendered(rendered, fetch)
