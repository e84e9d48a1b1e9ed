import { FailureAnswer, orRefuse } from '#core/contract/failure.ts'

export { FailureAnswer, orRefuse as unwrap }
