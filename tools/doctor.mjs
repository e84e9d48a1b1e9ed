import { becomeCommand } from './set-up.mjs'

becomeCommand('doctor')
