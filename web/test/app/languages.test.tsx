import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { amountOf } from '../../src/lib/format/amount.ts'
import { counted, grouped } from '../../src/lib/format/counted.ts'
import { languageName } from '../../src/lib/format/language-name.ts'
import { dollars } from '../../src/lib/format/money.ts'
import { dateOf, dayOf } from '../../src/lib/format/times.ts'
import { fromServer } from '../../src/lib/language/from-server.ts'
import { loadCatalog } from '../../src/lib/language/load-catalog.ts'
import { t } from '../../src/lib/language/words.ts'
import { HttpError, sentenceOf } from '../../src/lib/server/http.ts'
import { messageIn } from '../../src/lib/server/message-in.ts'
import { Field } from '../../src/ui/form/field.tsx'

beforeAll(() => loadCatalog('de'))

test('texts, figures and dates are in the language of the page', () => {
  expect(t('Save')).toBe('Speichern')
  expect([grouped(12_480), dollars(1_039), dollars(0.025)]).toEqual(['12.480', '1.039\u00a0$', '0,025\u00a0$'])
  expect([dayOf('2026-11-01'), dateOf('2026-11-01')]).toEqual(['1. Nov.', '01.11.2026'])
  expect(languageName('en-GB')).toContain('Englisch')
  expect([counted(1, 'call'), counted(1_200, 'call')]).toEqual(['1 Aufruf', '1.200 Aufrufe'])
})

test('a text has one form for many, and another for one, where the language has two', async () => {
  expect([t('Completed'), t('Completed##jobs')]).toEqual(['Abgeschlossen', 'Abgeschlossen'])
  await loadCatalog('fr')
  expect([t('Completed'), t('Completed##jobs')]).toEqual(['Terminée', 'Terminées'])
  expect([amountOf(1_937, 'usd'), amountOf(1_937, 'cad')]).toEqual(['19,37\u00a0$', '19,37\u00a0$CA'])
  await loadCatalog('de')
})

test('a sentence of the server is translated where it is known, with its values, and else shown as it came', () => {
  expect(fromServer('Rate limit exceeded')).not.toBe('Rate limit exceeded')
  expect(fromServer('User text must be at most 2000 characters on the free plan')).toMatch(/free.*2\.000.Zeichen/)
  expect(fromServer('Your plan changes to Pro on March 20, 2026')).toBe('Ihr Tarif wechselt am 20. März 2026 zu Pro')
  expect(fromServer('A mail with a link is on its way to ada@example.com')).toMatch(/unterwegs an ada@example\.com$/)
  expect(fromServer('This voice speaks French and Spanish, not English')).toBe(
    'Diese Stimme spricht Französisch und Spanisch, nicht Englisch',
  )
  expect(fromServer('English (UK), natural, on this machine')).toBe('Englisch (UK), natürlich, auf diesem Rechner')
  expect(fromServer('There is no voice French')).toMatch(/\bFrench\b/)
  expect(fromServer('The EPUB lacks its file Save')).toBe('Dem EPUB fehlt die Datei Save')
  expect(fromServer('The EPUB lacks its file a\\u0041')).toBe('Dem EPUB fehlt die Datei a\\u0041')
  expect(fromServer('Somebody, with a voice')).toBe('Somebody, with a voice')
  expect(fromServer('The Word document has more than 5,000 files in it')).toBe(
    'Das Word-Dokument enthält mehr als 5.000 Dateien',
  )
  expect(messageIn({ message: 'Password changed' })).toBe('Passwort geändert')
  expect(() => messageIn({})).toThrow()
  expect(fromServer('Nobody has foreseen this')).toBe('Nobody has foreseen this')
  const refusal = new HttpError(
    401,
    JSON.stringify({ error: 'Invalid password', code: 'invalid_password', requestId: 'r-1' }),
    '',
  )
  expect(sentenceOf(refusal, '-')).toBe(t('Invalid password'))
  expect(t('Invalid password')).not.toBe('Invalid password')
})

test('a check of the contracts is translated under its field', () => {
  render(
    <Field label="Email" error="Invalid email address">
      {() => null}
    </Field>,
  )
  expect(screen.queryByText('Invalid email address')).toBeNull()
  expect(screen.getByText(t('Invalid email address'))).toBeTruthy()
})

test('none is one in French', async () => {
  await loadCatalog('fr')
  expect([t('Save'), grouped(0)]).toEqual(['Enregistrer', '0'])
  expect([counted(0, 'call'), counted(2, 'call')]).toEqual(['0 appel', '2 appels'])
})
