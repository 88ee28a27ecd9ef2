import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { narrow } from '../../theme.ts'

/** Down to the window's edge, where the content has a foot of its own. */
const full = css`
  display: flex;
  flex-direction: column;
  && { padding-bottom: 0; }
`

const Frame = styled.div<{ $isFull: boolean }>`
  flex: 1;
  width: 100%;
  max-width: 1184px;
  margin: 0 auto;
  padding: 8px 32px 64px;
  ${narrow} { padding: 8px 16px 48px; }
  ${({ $isFull }) => $isFull && full}
`

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  gap: 16px;
  margin-bottom: 24px;
  ${narrow} { margin-bottom: 20px; }

  p { color: var(--fg-2); margin-top: 2px; }
`

interface PageProps {
  title: string
  subtitle?: string | undefined
  /** Shown right of the title. */
  aside?: ReactNode
  isFull?: boolean
  children: ReactNode
}

/** A screen: the document's title, the one h1 at its fixed place, and the content below. */
export function Page({ title, subtitle, aside, isFull = false, children }: PageProps) {
  useTitle(title)
  return (
    <Frame $isFull={isFull}>
      <Head>
        <div>
          <h1 dir="auto">{title}</h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        {aside}
      </Head>
      {children}
    </Frame>
  )
}

export const Prose = styled.p`
  max-width: 68ch;
  color: var(--fg-2);
  line-height: 22px;
`
