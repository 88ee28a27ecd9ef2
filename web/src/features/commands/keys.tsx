import styled from 'styled-components'

const Key = styled.kbd`
  flex: none;
  font: 500 12px / 16px var(--font);
  font-variant-numeric: tabular-nums;
  color: var(--fg-2);
  white-space: nowrap;
`

/** The keys of a shortcut, parted by spaces. */
export const Keys = ({ keys }: { keys: string }) => <Key>{keys}</Key>
