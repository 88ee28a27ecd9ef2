import { useEffect, useRef } from 'react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import type { Choice } from './use-choice.ts'

/** The box alone is too small for a finger. */
const Hit = styled.label`
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  margin: 0 -8px;
  cursor: pointer;
`

/** The box in the table's head: all rows that are shown, or none. */
export function ChooseAll({ choice }: { choice: Choice }) {
  const box = useRef<HTMLInputElement>(null)
  const isSome = choice.rows.length > 0 && !choice.isAll
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome
  }, [isSome])
  return (
    <Hit>
      <input
        ref={box}
        type="checkbox"
        aria-label={t('Choose all shown jobs')}
        checked={choice.isAll}
        onChange={choice.isAll ? choice.clear : choice.all}
      />
    </Hit>
  )
}
