export const UsageWarning = () => null
