import type { ReactNode } from 'react'
import styled from 'styled-components'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { Mark } from '../../ui/data/mark.tsx'
import { Card } from '../../ui/layout/card.tsx'

const Frame = styled.div`
  display: grid;
  align-content: start;
  gap: 24px;
  flex: 1;
  width: 100%;
  max-width: 380px;
  margin: 0 auto;
  /* Log In and Sign up begin at one height, and nothing that appears below moves them. */
  padding: clamp(24px, 12vh, 120px) 16px 64px;
`

const Head = styled.hgroup`
  text-align: center;
  svg { margin: 0 auto 12px; }
  p { min-height: 20px; color: var(--fg-2); }
`

const Box = styled(Card)`
  padding: 24px;
`

const Below = styled.p`
  text-align: center;
  font-size: 13px;
  color: var(--fg-2);
`

export const AuthForm = styled.form`
  display: grid;
  gap: 16px;
`

interface AuthCardProps {
  title: string
  subtitle: string
  /** The reason for being sent here. */
  notice?: ReactNode
  children: ReactNode
  below: ReactNode
  /** Below everything. */
  aside?: ReactNode
}

/** Log In and Sign up: a card with the mark above, inside the shell. */
export function AuthCard({ title, subtitle, notice, children, below, aside }: AuthCardProps) {
  useTitle(title)
  return (
    <Frame>
      <Head>
        <Mark size={40} />
        <h1>{title}</h1>
        <p>{subtitle}</p>
      </Head>
      {notice}
      <Box as="div">{children}</Box>
      <Below>{below}</Below>
      {aside}
    </Frame>
  )
}
