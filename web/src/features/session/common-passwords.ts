/** The head of the published lists of leaked passwords, of those long enough for us. Warned of, not refused. */
const common = new Set(
  `password password1 password12 password123 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 87654321 987654321
   0987654321 11111111 111111111 00000000 88888888 99999999 12341234 11223344 12121212 123123123 1q2w3e4r 1q2w3e4r5t
   1qaz2wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 asdfghjk asdfghjkl zxcvbnm1 abcd1234 abc12345 a1b2c3d4
   aa123456 iloveyou iloveyou1 princess sunshine football baseball superman batman123 starwars computer internet
   trustno1 letmein1 welcome1 welcome123 admin123 administrator changeme whatever michael1 jennifer jordan23 charlie1
   dragon12 monkey12 master12 shadow12 liverpool chelsea1 pokemon1 samsung1 google12 secret12 test1234 testtest
   temp1234 user1234 guest123 root1234 hunter22 basketball butterfly chocolate mercedes corvette`.split(/\s+/),
)

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
