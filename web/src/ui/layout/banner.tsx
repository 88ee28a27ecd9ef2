import { CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { forced, narrow } from '../../theme.ts'

type Tone = 'plain' | 'warning' | 'failed'

const Box = styled.div<{ $tone: Tone }>`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 12px 16px;
  border: 1px solid ${({ $tone }) => ($tone === 'plain' ? 'var(--line)' : 'transparent')};
  border-radius: var(--r-4);
  background: ${({ $tone }) => ($tone === 'plain' ? 'var(--surface)' : `var(--${$tone}-tint)`)};
  ${forced} { border-color: CanvasText; }

  > svg { flex: none; color: ${({ $tone }) => ($tone === 'plain' ? 'var(--fg)' : `var(--${$tone})`)}; }
  p { flex: 1; min-width: 0; color: var(--fg-2); }
  b { color: var(--fg); font-weight: 600; }
  ${narrow} {
    flex-wrap: wrap;
    align-items: flex-start;
    p { flex-basis: calc(100% - 48px); }
  }
`

const icons: Record<Tone, LucideIcon> = { plain: Info, warning: TriangleAlert, failed: CircleX }

interface BannerProps {
  tone: Tone
  /** The fact, in bold, and what it means. */
  children: ReactNode
  /** A single button. */
  action?: ReactNode
}

/** Something that is worth a line above everything else. */
export function Banner({ tone, children, action }: BannerProps) {
  const Icon = icons[tone]
  return (
    <Box $tone={tone} role={tone === 'plain' ? undefined : 'status'}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      <p>{children}</p>
      {action}
    </Box>
  )
}
