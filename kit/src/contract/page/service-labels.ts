/** The seven services, as the footer, the services page and an enquiry name them (docs/behaviour.md 1.3). */
export const SERVICE_LABELS = [
  { slug: 'web-development', label: 'Web development' },
  { slug: 'iot-systems', label: 'IoT systems' },
  { slug: 'mobile-apps', label: 'Mobile apps' },
  { slug: 'robotics', label: 'Robotics' },
  { slug: 'system-design', label: 'System design' },
  { slug: 'devops-ci-cd', label: 'DevOps CI/CD' },
  { slug: 'ai-ml-integration', label: 'AI/ML integration' },
] as const;
