import { useEffect, useRef } from 'react'
import type { Choice } from './use-choice.ts'

/** The box in the table's head: all rows that are shown, or none. */
export function ChooseAll({ choice }: { choice: Choice }) {
  const box = useRef<HTMLInputElement>(null)
  const isSome = choice.rows.length > 0 && !choice.isAll
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome
  }, [isSome])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Choose all shown jobs"
      checked={choice.isAll}
      onChange={choice.isAll ? choice.clear : choice.all}
    />
  )
}
