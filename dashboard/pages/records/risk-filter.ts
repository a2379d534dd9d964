/** By how risky a record is; unknown is a level of its own, for too little was known to say low. */
export const RISK_FILTER = {
  name: 'riskLevel',
  label: 'Risk',
  choices: [
    { value: '', label: 'Any risk' },
    { value: 'CRITICAL', label: 'Critical risk' },
    { value: 'HIGH', label: 'High risk' },
    { value: 'MEDIUM', label: 'Medium risk' },
    { value: 'LOW', label: 'Low risk' },
    { value: 'UNKNOWN', label: 'Unknown risk' },
  ],
};
