export { decide, type Decided, type Decision, type DecisionInput, RULES_VERSION } from './decide.ts';
export type { CheckName, Judgement, Outcome } from './rule.ts';
