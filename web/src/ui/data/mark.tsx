/** A cradle with a voice in it. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path
      d="M4 4.5v7.75a8 8 0 0 0 16 0V4.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.75"
      strokeLinecap="round"
    />
    <rect x="10.25" y="3.1" width="3.5" height="11.2" rx="1.75" fill="var(--accent)" />
  </svg>
)
