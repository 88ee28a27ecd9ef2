import styled from 'styled-components'
import { narrow } from '../../theme.ts'

export const Card = styled.section`
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--r-4);
  min-width: 0;

  /* An alert in place of rows that could not be read: where rows go from edge to edge, it has to be indented. */
  > [role='alert'] { padding: 0 20px 20px; }
  ${narrow} { > [role='alert'] { padding: 0 16px 16px; } }
`

export const CardHead = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 56px;
  padding: 12px 20px;
  ${narrow} { padding: 12px 16px; }

  /* A title with a sentence below it is in an hgroup. */
  hgroup p { color: var(--fg-3); font-size: 13px; }
`

export const CardBody = styled.div<{ $gap?: number }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ $gap = 16 }) => $gap}px;
  padding: 0 20px 20px;
  ${narrow} { padding: 0 16px 16px; }
`

export const CardFoot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 12px 20px;
  border-top: 1px solid var(--line);
  ${narrow} { padding: 12px 16px; }
`
