import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { InterfaceLanguage } from '@utter/contracts/http/languages'
import { repoDir } from '@utter/local/settings'
import { buildWeb } from '@utter/local/web-build'
import { openBrowser } from '@utter/testing/customers/browser'
import { isLanguage, languages } from '@utter/web/lib/language/languages'
import { type Comparison, compare, maxDifferentShare } from './compare.ts'
import type { Theme } from './served-app.ts'
import { states } from './states.ts'
import { take } from './take.ts'

const usage = `npm run screenshots -- [options] [states]

Pictures of the built app in fixed states, dark and light, 1280 and 375 wide: <state>-<theme>-<width>.png.

  --out FOLDER       where they go (web/.cache/screenshots)
  --against FOLDER   compares each with the picture of the same name there: at most ${maxDifferentShare * 100} % of the pixels may
                     differ, beside what is new on purpose (states/); what differs goes to <name>.diff.png
  --language TAG     of the interface: ${Object.keys(languages).join(', ')} (en). What a state does on its screen is known in English alone: in
                     another language the screen is pictured as it opens
  --help

States: ${states.map(({ name }) => name).join(', ')}`

type Options = { names: string[]; out: string; against: string | undefined; language: InterfaceLanguage }

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof TypeError ? `${error.message} See --help.` : error)
  process.exitCode = 1
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      ...{ out: { type: 'string' }, against: { type: 'string' }, help: { type: 'boolean' } },
      language: { type: 'string', default: 'en' },
    },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const known = states.map(({ name }) => name)
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new TypeError(`No state is called '${unknown}'; there are ${known.join(', ')}.`)
  const { out = join(repoDir, 'web/.cache/screenshots'), against, language } = values
  if (!isLanguage(language)) throw new TypeError(`'${language}' is no language of the interface.`)
  return takeAll({ names: positionals.length > 0 ? positionals : known, out, against, language })
}

/** @returns the exit code: 1 when a picture differs, or none was there to compare with */
async function takeAll({ names, out, against, language }: Options): Promise<number> {
  await buildWeb({ env: process.env, report: console.error })
  await mkdir(out, { recursive: true })
  const browser = await openBrowser()
  const compared: boolean[] = []
  try {
    for (const state of states.filter(({ name }) => names.includes(name)))
      for (const width of state.widths ?? [1280, 375])
        for (const theme of ['dark', 'light'] satisfies Theme[]) {
          const name = `${state.name}-${theme}-${width}`
          const { picture, masks } = await take(browser, state, {
            theme,
            width,
            language,
            asInLook: against !== undefined,
          })
          await writeFile(join(out, `${name}.png`), picture)
          const wanted = against && (await readFile(join(against, `${name}.png`)).catch(() => undefined))
          if (wanted)
            compared.push(
              await report(join(out, `${name}.diff.png`), name, compare(picture, wanted, masks, state.comparedTop)),
            )
          else if (against) console.log(`  ${name}: no picture to compare with`)
        }
  } finally {
    await browser.close()
  }
  if (against && compared.length === 0) console.error(`There is no picture of these states in ${against}.`)
  return against && (compared.length === 0 || compared.includes(false)) ? 1 : 0
}

/** @returns whether the pictures are equal enough */
async function report(file: string, name: string, found: Comparison): Promise<boolean> {
  const isEqual = 'share' in found && found.share <= maxDifferentShare
  if ('picture' in found) await writeFile(file, found.picture)
  const words = 'problem' in found ? found.problem : `${(found.share * 100).toFixed(2)} % differ`
  console.log(`${isEqual ? ' ' : '!'} ${name}: ${words}`)
  return isEqual
}
