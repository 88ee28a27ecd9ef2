import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import styled, { css } from 'styled-components'
import { Stack } from './text.tsx'

/** The longest time in ms that a part is held back: an answer that hangs hides no other part for longer. */
const maxWaitMs = 4_000

/** Hides the children below one that waits for its data. A button that is busy is no such child. */
const inOrder = css`
  > :has(div[aria-busy='true']) ~ * { display: none; }
`

const Parts = styled(Stack)<{ $isHeld: boolean }>`
  ${({ $isHeld }) => $isHeld && inOrder}
`

/**
 * Parts of a screen, none shown before those above it have their data: how high they will be is not known, and a part
 * that grows would push the ones that are read below it. All of them ask at once. An address that names a part shows
 * them all, to scroll there.
 */
export function InOrder({ children }: { children: ReactNode }) {
  const { hash } = useLocation()
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return <Parts $isHeld={!isLate && hash === ''}>{children}</Parts>
}
