import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Trans } from '../../src/lib/language/trans.tsx'
import { msg, t } from '../../src/lib/language/words.ts'

test('an English text is what the code says, with its values', () => {
  expect(t('Save')).toBe('Save')
  expect(t('{shown} of {all} jobs', { shown: 2, all: '1,200' })).toBe('2 of 1,200 jobs')
  expect(t(msg('{used} used'), { used: 0 })).toBe('0 used')
})

test('elements are where the text has them, and values may be elements', () => {
  const { container } = render(
    <p>
      <Trans
        id="Read the <em>guide of {name}</em>, or {more}."
        values={{ name: 'Utter', more: <b>more</b> }}
        components={{ em: <em /> }}
      />
    </p>,
  )
  expect(container.innerHTML).toBe('<p>Read the <em>guide of Utter</em>, or <b>more</b>.</p>')
})
