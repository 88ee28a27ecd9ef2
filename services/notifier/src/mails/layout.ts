import { type Xml, xml } from '@utter/text/xml'
import type { Letter } from './letter.ts'
import type { MailWords } from './mail-words.ts'

/** The head and the foot of a mail. */
export type Frame = {
  words: MailWords
  username?: string
  publicUrl: string
  /** Why the mail was sent, and where mails of its kind are turned off; absent: they are not. */
  unsubscribeUrl?: string
}

const host = (url: string) => new URL(url).host
const greeting = ({ words: { t }, username }: Frame) => (username ? t('Hello {username},', { username }) : t('Hello,'))
const reason = ({ words: { t }, publicUrl }: Frame) =>
  t('You get this mail because of an account with your address at {host}.', { host: host(publicUrl) })
const noMore = ({ words: { t } }: Frame) => t('No more mails of this kind')

/** The mail as plain text: all that the other form has. */
export function textOf(letter: Letter, frame: Frame): string {
  const { paragraphs, facts = [], button, after = [] } = letter
  const before = (name: string) => frame.words.t('{name}:', { name })
  return [
    greeting(frame),
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${before(name)} ${value}`).join('\n')] : []),
    ...(button ? [`${before(button.text)}\n${button.url}`] : []),
    ...after,
    `-- \nUtter, ${frame.publicUrl}\n${reason(frame)}`,
    ...(frame.unsubscribeUrl ? [`${before(noMore(frame))}\n${frame.unsubscribeUrl}`] : []),
  ].join('\n\n')
}

const font = "font-family: 'Hanken Grotesk', 'Segoe UI', Helvetica, Arial, sans-serif"
const styles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  a { color: #0b6b73; }
  @media (prefers-color-scheme: dark) {
    .page { background: #0c0f10 !important; }
    .card { background: #121618 !important; border-color: #22282a !important; }
    .strong { color: #eef2f3 !important; }
    .text { color: #b1b7ba !important; }
    .soft { color: #8e9598 !important; }
    .line { border-color: #22282a !important; }
    .button { background: #eef2f3 !important; color: #0c1012 !important; }
    a { color: #60d9e0; }
  }
`

const paragraph = (text: string, look = 'text', style = 'font-size: 16px; line-height: 24px; color: #475055') =>
  xml`<p class="${look}" style="margin: 0 0 16px; ${style}; ${font}">${text}</p>`
const fact = ([name, value]: [string, string]) => xml`<tr>
  <th scope="row" class="soft line" style="padding: 8px 16px 8px 0; text-align: left; font-weight: 400; font-size: 14px; color: #616b6f; border-top: 1px solid #dee3e5; white-space: nowrap; vertical-align: top; ${font}">${name}</th>
  <td class="strong line" style="padding: 8px 0; width: 100%; font-size: 14px; color: #131b1f; border-top: 1px solid #dee3e5; word-break: break-word; ${font}">${value}</td>
</tr>`
const small = 'font-size: 13px; line-height: 20px; color: #616b6f'

function buttonOf({ text, url }: NonNullable<Letter['button']>): Xml[] {
  return [
    xml`<p style="margin: 24px 0;"><a class="button" href="${url}" style="display: inline-block; padding: 12px 20px; border-radius: 8px; background: #141d22; color: #ffffff; font-size: 16px; line-height: 20px; font-weight: 600; text-decoration: none; ${font}">${text}</a></p>`,
  ]
}

/** The mail in HTML: one column, nothing from elsewhere, light and dark. */
export function htmlOf(letter: Letter, frame: Frame): string {
  const { subject, preview, paragraphs, facts = [], button, after = [] } = letter
  const table = xml`<table cellpadding="0" cellspacing="0" style="width: 100%; border-collapse: collapse; margin: 0 0 16px;"><tbody>${facts.map(fact)}</tbody></table>`
  const off = xml`<p class="soft" style="margin: 4px 0 0; ${small}; ${font}"><a href="${frame.unsubscribeUrl ?? ''}" style="text-decoration: underline;">${noMore(frame)}</a></p>`
  const { xml: body } = xml`<html lang="${frame.words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>${{ xml: styles }}</style>
</head>
<body class="page" style="margin: 0; padding: 0; background: #f7f9f9;">
<div style="display: none; max-height: 0; overflow: hidden;">${preview}</div>
<div class="page" style="padding: 32px 16px; background: #f7f9f9;">
<main style="max-width: 560px; margin: 0 auto;">
<p class="strong" style="margin: 0 0 16px; font-size: 18px; line-height: 24px; font-weight: 700; color: #131b1f; ${font}">Utter</p>
<div class="card" style="padding: 28px 24px 12px; background: #ffffff; border: 1px solid #dee3e5; border-radius: 12px;">
<h1 class="strong" style="margin: 0 0 16px; font-size: 22px; line-height: 30px; font-weight: 650; color: #131b1f; ${font}">${subject}</h1>
${paragraph(greeting(frame))}
${paragraphs.map((text) => paragraph(text))}
${facts.length > 0 ? [table] : []}
${button ? buttonOf(button) : []}
${after.map((text) => paragraph(text, 'soft', small))}
</div>
<p class="soft" style="margin: 16px 0 0; ${small}; ${font}">${reason(frame)}</p>
${frame.unsubscribeUrl ? [off] : []}
</main>
</div>
</body>
</html>`
  return `<!DOCTYPE html>\n${body}\n`
}
