import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Trans } from '../../src/lib/language/trans.tsx'
import { msg, t } from '../../src/lib/language/words.ts'

test('an English text is what the code says, with its values', () => {
  expect(t('Save')).toBe('Save')
  expect(t('{shown} of {all} jobs', { shown: 2, all: '1,200' })).toBe('2 of 1,200 jobs')
  expect(t(msg('{used} used'), { used: 0 })).toBe('0 used')
  expect([t('Completed##jobs'), t(msg('Failed##jobs'))]).toEqual(['Completed', 'Failed'])
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

test.each(['<b>bold</b>', '{name}', 'C:\\u0041', '<0/>', "it's '{'"])(
  'a person’s text is shown as it is: %s',
  (name) => {
    expect(t('Delete {name}?', { name })).toBe(`Delete ${name}?`)
    const { container } = render(<Trans id="<b>Delete</b> {name}?" values={{ name }} components={{ b: <b /> }} />)
    expect(container.textContent).toBe(`Delete ${name}?`)
    expect(container.querySelectorAll('b')).toHaveLength(1)
  },
)
