import styled from 'styled-components'
import { type BarLook, barLook } from './bar-look.ts'

const Patch = styled.span<{ $look: BarLook }>`
  flex: none;
  width: 8px;
  height: 8px;
  border-radius: 2px;
  ${barLook}
`

const Frame = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--fg-3);
  font-size: 12px;
  line-height: 16px;
`

/** A line of a chart's legend. */
export const LookKey = ({ look, children }: { look: BarLook; children: string }) => (
  <Frame>
    <Patch $look={look} />
    {children}
  </Frame>
)
