import { useEffect, useState } from 'react'

/** A value once it has rested for `ms`; at once where there was none. */
export function useSettled<T extends string | undefined>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), settled === undefined ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, settled, ms])
  return settled
}
