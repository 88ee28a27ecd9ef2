import type { ReactNode } from 'react'
import styled from 'styled-components'
import { FlatLine } from '../data/flat-line.tsx'
import { Skeleton } from './skeleton.tsx'

const Centred = styled.div`
  display: grid;
  justify-items: center;
  gap: 4px;
  padding: 56px 24px 64px;
  text-align: center;

  svg:first-child { margin-bottom: 16px; }
  p { max-width: 40ch; color: var(--fg-2); }
  > a, > button { margin-top: 16px; }
`

/** A sentence about what will be here, and a button that helps. */
export const EmptyState = ({ title, text, action }: { title: string; text: string; action?: ReactNode }) => (
  <Centred>
    <FlatLine />
    <h2>{title}</h2>
    <p>{text}</p>
    {action}
  </Centred>
)

const Title = styled(Skeleton)`
  margin: 6px 0;
`
const Text = styled(Skeleton)`
  margin: 4px 0;
`
const Action = styled(Skeleton)`
  height: var(--h);
  margin-top: 16px;
`

/** In its place, and as high, while it is not known whether anything is here. */
export const WaitingEmptyState = ({ hasAction = false }: { hasAction?: boolean }) => (
  <Centred>
    <FlatLine />
    <Title $width="180px" />
    <Text $width="280px" />
    {hasAction && <Action $width="132px" />}
  </Centred>
)
