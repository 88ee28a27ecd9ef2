import styled from 'styled-components'
import { encode } from 'uqr'

/** Dark on light in both themes: cameras do not read it otherwise. */
const Picture = styled.svg`
  display: block;
  width: 184px;
  height: 184px;
  margin: 0 auto;
  border-radius: var(--r-3);
  background: #fff;
  color: #000;
`

/** A text that a phone's camera reads. Its border is part of its form: four modules wide. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4, ecc: 'M' })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <Picture viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="currentColor" />
    </Picture>
  )
}
