import type { ReactNode } from 'react'
import styled from 'styled-components'

const Frame = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  padding-bottom: 40px;

  > h2 { font-size: 18px; line-height: 24px; letter-spacing: -0.012em; }
`

/** A heading leads to itself: its address can be copied from it. */
const Anchor = styled.a`
  color: inherit;
  text-decoration: none;
  &:hover { text-decoration: underline; text-decoration-color: var(--line-strong); text-underline-offset: 4px; }
`

export const HeadingLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Anchor href={`#${id}`}>{children}</Anchor>
)

interface SectionProps {
  id: string
  title: string
  children: ReactNode
}

export const Section = ({ id, title, children }: SectionProps) => (
  <Frame id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>
      <HeadingLink id={id}>{title}</HeadingLink>
    </h2>
    {children}
  </Frame>
)
