import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repoDir } from '@utter/local/settings'
import { buildWeb } from '@utter/local/web-build'
import { openBrowser } from '@utter/testing/customers/browser'
import { compare, maxDifferentShare } from './compare.ts'
import type { Theme } from './served-app.ts'
import { states } from './states.ts'
import { take } from './take.ts'

const usage = `npm run screenshots -- [options] [states]

Pictures of the built app in fixed states, dark and light, 1280 and 375 wide: <state>-<theme>-<width>.png.

  --out FOLDER       where they go (web/.cache/screenshots)
  --against FOLDER   compares each with the picture of the same name there: at most ${maxDifferentShare * 100} % of the pixels may
                     differ, beside what is new on purpose (states.ts); what differs goes to <name>.diff.png
  --help

States: ${states.map(({ name }) => name).join(', ')}`

const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, against: { type: 'string' }, help: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = positionals.find((name) => !states.some((state) => state.name === name))
if (values.help) console.log(usage)
else if (unknown) {
  console.error(`No state is called '${unknown}'; there are ${states.map(({ name }) => name).join(', ')}.`)
  process.exitCode = 1
} else process.exitCode = await takeAll(values.out ?? join(repoDir, 'web/.cache/screenshots'), values.against)

async function takeAll(out: string, against: string | undefined): Promise<number> {
  await buildWeb({ env: process.env, report: console.error })
  await mkdir(out, { recursive: true })
  const browser = await openBrowser()
  let different = 0
  try {
    for (const state of states.filter(({ name }) => positionals.length === 0 || positionals.includes(name)))
      for (const width of state.widths ?? [1280, 375])
        for (const theme of ['dark', 'light'] satisfies Theme[]) {
          const name = `${state.name}-${theme}-${width}`
          const { picture, masks } = await take(browser, state, theme, width, against !== undefined)
          await writeFile(join(out, `${name}.png`), picture)
          if (against === undefined) continue
          const wanted = await readFile(join(against, `${name}.png`)).catch(() => undefined)
          if (!wanted) {
            console.log(`${name}: no picture to compare with`)
            continue
          }
          const found = compare(picture, wanted, masks)
          const isEqual = 'share' in found && found.share <= maxDifferentShare
          if (!isEqual) different += 1
          if ('picture' in found) await writeFile(join(out, `${name}.diff.png`), found.picture)
          const words = 'problem' in found ? found.problem : `${(found.share * 100).toFixed(2)} % differ`
          console.log(`${isEqual ? '  ' : '! '}${name}: ${words}`)
        }
  } finally {
    await browser.close()
  }
  return different > 0 ? 1 : 0
}
