import styled from 'styled-components'

const heights = [6, 6, 6, 10, 16, 10, 6, 6, 6, 6]
const spoken = 4

const Line = styled.svg`
  color: var(--control);
`

/** The almost flat line of everything that is empty: silence, with one voice about to begin. */
export const FlatLine = () => (
  <Line width="120" height="40" viewBox="0 0 120 40" aria-hidden="true">
    {heights.map((height, i) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never move.
        key={i}
        x={6 + i * 11.4}
        y={20 - height / 2}
        width="5"
        height={height}
        rx="2.5"
        fill={i === spoken ? 'var(--accent)' : 'currentColor'}
      />
    ))}
  </Line>
)
