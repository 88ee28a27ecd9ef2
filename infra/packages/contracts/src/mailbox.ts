/** An email without the parts that can be varied at will: without case, compatibility forms and a +tag. Two accounts of one mailbox are one person's. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.normalize('NFKC').toLowerCase().split('@')
  return `${name.split('+', 1)[0]}@${domain}`
}
